"""Large tool lists made from a grammar: resources, verbs, and what each verb does to a store."""
