// Every Node that an engine starts with this says so in one line.
require("node:fs").appendFileSync(process.env.BENCH_STARTS, `${process.argv[1] ?? ""}\n`);
