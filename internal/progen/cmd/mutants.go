package main

func mutants(from, n, jobs int) int { return 0 }
