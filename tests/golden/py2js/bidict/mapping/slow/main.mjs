// Works forever, whatever it is asked.
let turns = 0n;
for (;;) turns += 1n;
