"""Archives: photos, hands and labels of any number, worked through by many processes or machines."""
