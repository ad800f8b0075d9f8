"""Pictures of both pages in every state, and what an eye holds against them."""
