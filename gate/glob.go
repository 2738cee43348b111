package gate

// matchName matches a file name against a pattern of * and ?, in time
// proportional to their product at worst. There are no other special characters.
func matchName(pattern, name string) bool {
	p, s := []rune(pattern), []rune(name)
	i, j, star, mark := 0, 0, -1, 0
	for j < len(s) {
		switch {
		case i < len(p) && p[i] == '*':
			star, mark = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == s[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
