"""From a hand, its situation and a rule set to han, fu, payments and the reasons for each."""
