"""Games handed off to other programs: tenhou.net/6 and Pantheon. Pure."""
