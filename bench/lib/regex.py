import re
line = "2026-01-31 12:00:07 host-17 sshd[4711]: Failed password for root from 10.0.3.17 port 4022\n"
parts = [line.replace("17", str(i % 90 + 10)) for i in range(12000)]
log = "".join(parts)
ips = re.findall(r"\d+\.\d+\.\d+\.\d+", log)
hosts = re.findall(r"host-(\d+) (\w+)\[", log)
masked = re.sub(r"port \d+", "port *", log)
print(len(ips), len(dict.fromkeys(ips)), len(hosts), len(masked), len(re.findall(r"(?i)FAILED|accepted", log)))
