import re
def main():
    lines = [f"  error {i}: warning about info, fatal   debug trace, other words in the line" for i in range(15000)]
    text = "\n".join(lines)
    levels = re.findall(r"error|warning|fatal|info|debug", text)
    words = re.findall(r"\b(?:words|line|other)\b", text)
    ends = re.findall(r"(?m)\w+$", text)
    left = re.sub(r"(?m)^[ \t]+", "", text)
    print(len(levels), len(words), len(ends), len(left), len(re.sub(r"\s+", " ", text)))
main()
