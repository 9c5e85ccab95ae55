// Programs that are run to their end.

import { spawn } from "child_process";

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Run a program without a shell; one that is not there, or that does not end in time, has no status. */
export function run(words: readonly string[], seconds: number, told?: (text: string) => void, cwd?: string): Promise<Ended> {
  return new Promise((resolve) => {
    let output = "";
    const take = (some: Buffer) => {
      output += some.toString();
      told?.(some.toString());
    };
    const child = spawn(words[0], words.slice(1), { stdio: ["ignore", "pipe", "pipe"], windowsHide: true, cwd });
    const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ status: null, output: output + String(error.message) });
    });
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({ status, output });
    });
  });
}
