// A task of 80 ms, which an observer of long tasks has to see.
const end = performance.now() + 80;
while (performance.now() < end);
