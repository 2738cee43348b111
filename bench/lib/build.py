def main():
    out = ""
    for i in range(300000):
        out = out + f"row {i};"
    pieces = out.split(";")
    back = ",".join([p.strip().upper() for p in pieces])
    print(len(out), len(pieces), len(back.replace("ROW", "r")), "true" if back.startswith("ROW 0,") else "false", back.index("ROW 299999"))
main()
