// Follows docs/plugins.md as its reader would: the blocks of code in order, in a folder of their own.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { expect, programs } from "./portal";

const root = resolve(import.meta.dirname, "../..");
/** A reader's own, outside this repository. Always the same, as Cargo would take a crate elsewhere for another one. */
const folder = join(tmpdir(), `comptoir-guide-${basename(root)}`);
/** What Cargo compiled for earlier readers. */
const compiled = resolve(programs, "../guide");

export type Language = "rust" | "javascript" | "python";

/** A fenced block: ```` ```sh run=rust ````. */
interface Block {
  /** `file`: its text is one; `run`: typed and waited for; `start`: goes on in a terminal of its own; `shows`: what one sees then. */
  kind: "file" | "run" | "start" | "shows";
  /** The file's name, or the language that it is for. */
  of: string | undefined;
  text: string;
}

function blocksOf(guide: string): Block[] {
  const fences = guide.matchAll(/^```\w+ (file|run|start|shows)(?:=(\S+))?\n(.*?)^```$/gms);
  return [...fences].map(([, kind, of, text]) => ({ kind: kind as Block["kind"], of, text: text ?? "" }));
}

/** What differs: the port that was free, and how many rules concern a plugin in each language. */
const NUMBERS = /(?<=:)8080|\d+(?= (?:passed|not asked|not judged))/;
/** A line that one sees. */
const pattern = (line: string) => new RegExp(line.split(NUMBERS).map(RegExp.escape).join("\\d+"), "m");

/** Where the guide has led: everything that it started runs. */
export class Reader {
  private readonly started: ChildProcess[] = [];
  private place = join(folder, "work");
  private readonly env: NodeJS.ProcessEnv;
  /** What the last command printed. */
  output = "";
  /** Whether something has ended that was to go on. */
  private hasEnded = false;

  constructor() {
    const shipped = join(folder, "shipped");
    rmSync(folder, { recursive: true, force: true });
    for (const needed of [shipped, this.place, compiled]) mkdirSync(needed, { recursive: true });
    symlinkSync(join(programs, "comptoir"), join(shipped, "comptoir"));
    symlinkSync(join(root, "web/dist"), join(shipped, "web"));
    const { CARGO_TARGET_DIR: _, ...env } = process.env;
    this.env = {
      ...env,
      PATH: [shipped, env.PATH].join(delimiter),
      COMPTOIR_PORT: "0",
      // What the guide is not about: debuggers, packages' newer metadata, their known vulnerabilities.
      CARGO_INCREMENTAL: "0",
      CARGO_PROFILE_DEV_DEBUG: "0",
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    };
  }

  /** A new crate compiles into the folder that is kept. */
  private shareTarget() {
    for (const manifest of globSync("*/Cargo.toml", { cwd: this.place })) {
      const target = join(this.place, dirname(manifest), "target");
      if (!existsSync(target)) symlinkSync(compiled, target);
    }
  }

  /** Does what the guide says in one language. */
  async follow(language: Language) {
    const blocks = blocksOf(readFileSync(join(root, "docs/plugins.md"), "utf8"));
    expect(blocks.length, "blocks that say what to do with them").toBeGreaterThan(10);
    for (const { kind, of, text } of blocks) {
      if (kind === "file") writeFileSync(join(this.place, of ?? ""), text);
      else if (kind === "start") this.start(text);
      else if (kind === "shows") await this.sees(text);
      else if (of === undefined || of === language) await this.run(text);
    }
  }

  private spawn(script: string): ChildProcess {
    // A group of its own, so that what it starts ends with it.
    const shell = spawn("sh", ["-euc", script], { cwd: this.place, env: this.env, detached: true });
    this.output = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream?.on("data", (data) => {
        // What goes on beside it may still say something.
        if (this.started.at(-1) === shell) this.output += data;
      });
    this.started.push(shell);
    return shell;
  }

  /** As if typed: the next block begins in the folder that this one leaves off in. */
  private async run(text: string) {
    const place = join(folder, "place");
    const shell = this.spawn(`${text}pwd > '${place}'\n`);
    const code = await new Promise((done) => shell.once("close", done));
    expect(code, `${text}\n${this.output}`).toBe(0);
    this.place = readFileSync(place, "utf8").trim();
    this.shareTarget();
  }

  private start(text: string) {
    const shell = this.spawn(text);
    shell.once("exit", (code) => {
      this.hasEnded = true;
      this.output += `it ended: ${code}`;
    });
  }

  /** Each of the lines stands in what was printed, now or soon. */
  private async sees(text: string) {
    for (const line of text.trimEnd().split("\n")) {
      const printed = () => {
        // Who has ended does not say it any more.
        if (this.hasEnded && !pattern(line).test(this.output)) throw new Error(this.output);
        return this.output;
      };
      await expect.poll(printed, { timeout: 300_000 }).toMatch(pattern(line));
    }
  }

  /** Ends everything and clears up. */
  async close() {
    const running = this.started.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    for (const shell of running) {
      const ended = new Promise((done) => shell.once("close", done));
      if (shell.pid) process.kill(-shell.pid, "SIGTERM");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
