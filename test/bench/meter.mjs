/** Imported before a measured server: reports its CPU time and memory. */
process.on("message", (message) => {
  if (message === "usage") process.send({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit());
