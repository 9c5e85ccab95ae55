// The connection with the server: requests and their answers, progress of work that takes long, and a new connection when one is lost.

import type { Finding } from "./protocol";

/** What the server says is wrong, or what became of the connection (kind "Disconnected"). */
export class StudioError extends Error {
  constructor(
    readonly kind: string,
    message: string,
    readonly findings: readonly Finding[] = [],
  ) {
    super(message);
  }
}

export type Progress = (params: Record<string, unknown>) => void;

/** Work that was asked for: its answer, and a way to end it, after which the answer is what was known. */
export interface Work<T> {
  readonly ticket: number;
  readonly answer: Promise<T>;
  cancel(): void;
}

interface Waiting {
  resolve(result: never): void;
  reject(error: StudioError): void;
  progress: Progress | undefined;
}

interface Frame {
  id?: number;
  result?: unknown;
  error?: { kind: string; message: string; findings?: Finding[] };
  method?: string;
  params?: Record<string, unknown>;
}

export type Link = "connecting" | "open" | "lost";

const LONGEST_PAUSE = 10_000;

export class Connection {
  private socket: WebSocket | null = null;
  private next = 1;
  private pause = 250;
  private readonly waiting = new Map<number, Waiting>();
  private unsent: string[] = [];

  /** `changed` is told of every change of the link; after "open" the server knows nothing of this page, and has to be told again.
   * `refused` is told why a server takes no more pages. */
  constructor(
    private readonly address: string,
    private readonly changed: (link: Link) => void,
    private readonly refused: (message: string) => void,
  ) {
    this.connect();
  }

  /** The answer to one request; progress, if any is told, comes before it. */
  ask<T>(method: string, params: object = {}, progress?: Progress): Promise<T> {
    return this.begin<T>(method, params, progress).answer;
  }

  /** A request whose work can be ended. */
  begin<T>(method: string, params: object = {}, progress?: Progress): Work<T> {
    const ticket = this.next++;
    const answer = new Promise<T>((resolve, reject) => {
      this.waiting.set(ticket, { resolve: resolve as (result: never) => void, reject, progress });
    });
    this.send(JSON.stringify({ id: ticket, method, params }));
    return { ticket, answer, cancel: () => this.cancel(ticket) };
  }

  private cancel(ticket: number): void {
    if (this.waiting.has(ticket)) this.ask("cancel", { ticket }).catch(() => undefined);
  }

  private send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else this.unsent.push(text);
  }

  private connect(): void {
    this.changed("connecting");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.pause = 250;
      const unsent = this.unsent;
      this.unsent = [];
      this.changed("open");
      for (const text of unsent) socket.send(text);
    });
    socket.addEventListener("message", (event) => this.receive(String(event.data)));
    socket.addEventListener("close", () => this.lost());
  }

  private lost(): void {
    this.unsent = [];
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) one.reject(new StudioError("Disconnected", "the connection was lost"));
    this.changed("lost");
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private receive(text: string): void {
    const frame = JSON.parse(text) as Frame;
    if (frame.id === undefined || frame.id === null) {
      if (frame.method === "refused") this.refused(String(frame.params?.["message"]));
      const ticket = frame.params?.["ticket"];
      if (typeof ticket === "number") this.waiting.get(ticket)?.progress?.(frame.params ?? {});
      return;
    }
    const one = this.waiting.get(frame.id);
    if (!one) return;
    this.waiting.delete(frame.id);
    if (frame.error) one.reject(new StudioError(frame.error.kind, frame.error.message, frame.error.findings));
    else one.resolve(frame.result as never);
  }
}
