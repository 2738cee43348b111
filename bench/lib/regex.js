const line = "2026-01-31 12:00:07 host-17 sshd[4711]: Failed password for root from 10.0.3.17 port 4022\n";
const parts = [];
for (let i = 0; i < 12000; i++) parts.push(line.split("17").join(String(i % 90 + 10)));
const log = parts.join("");
const ips = log.match(/\d+\.\d+\.\d+\.\d+/g);
const hosts = Array.from(log.matchAll(/host-(\d+) (\w+)\[/g));
const masked = log.replace(/port \d+/g, "port *");
print([ips.length, new Set(ips).size, hosts.length, masked.length, log.match(/FAILED|accepted/gi).length].join(" "));
