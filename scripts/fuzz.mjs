// `npm run fuzz [-- <cases>]`: every property of every package on cases that no run before has had. A failure names the seed that shows it again.
process.env.PD_PROPERTY_RUNS = process.argv[2] ?? "50000";
process.env.PD_PROPERTY_SEED = "random";

// It takes the environment as it finds it.
const { run } = await import("./run.mjs");
const { install } = await import("./install.mjs");

install();
const tasks = ["run", "test", "--filter=./packages/*", "--force", "--continue", "--output-logs=errors-only"];
process.exitCode = run("turbo", tasks).code;
