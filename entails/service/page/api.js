// Requests to the service. Every failure becomes a `Problem` whose message is a sentence for the user.

import { language, t } from "./words.js";

export class Problem extends Error {
  constructor(message, { status = 0, errors = [] } = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

const MOST_SILENCES = 60, MOST_TRIES = 8, LONGEST_WAIT = 3;

let token = "";
try { token = sessionStorage.getItem("entails.token") || ""; } catch { /* no storage, no token */ }

async function fetched(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(t("no-server"));
  }
}

let onStarting = () => {}, waitingForStart = 0;

/** Sets the function that shows that requests wait for the start of the server: its progress "4/15", "" if it is unknown,
 * null when no request waits any more. */
export const whileStarting = (show) => { onStarting = show; };

const pause = (seconds) => new Promise((wake) => setTimeout(wake, 1000 * seconds));

/** Returns how far the server has started: "4/15", "" if it does not tell; null if it is not starting. */
async function startOf(signal) {
  const response = await fetched("readyz", { signal, headers: { "Accept-Language": "en" } });
  const { detail = "" } = response.status === 503 ? await response.json().catch(() => ({})) : {};
  return /load|compil|start/i.test(detail) ? /(\d+) of (\d+)/.exec(detail)?.slice(1).join("/") || "" : null;
}

/** Sends a request until the server has an answer: as long as it starts, else a few times. */
async function answered(path, request) {
  let waits = false;
  try {
    for (let tries = 1; ; tries += 1) {
      const response = await fetched(path, request), wait = Number(response.headers.get("Retry-After"));
      if (response.status !== 503 || !wait || tries >= MOST_TRIES) return response;
      const progress = await startOf(request.signal);
      if (progress !== null) {
        if (!waits) waitingForStart += 1;
        [waits, tries] = [true, 0];
        onStarting(progress);
      }
      await pause(Math.min(wait, LONGEST_WAIT));
      if (request.signal?.aborted) throw request.signal.reason;
    }
  } finally {
    if (waits && (waitingForStart -= 1) === 0) onStarting(null);
  }
}

async function send(method, path, body, { signal, headers = {} } = {}) {
  const sent = { "Accept-Language": language(), ...headers };
  if (body !== undefined) sent["Content-Type"] = "application/json";
  if (token) sent.Authorization = `Bearer ${token}`;
  const response = await answered(path, { method, headers: sent, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  if (response.status === 401) {
    const entered = window.prompt(t("token"));
    if (entered) {
      token = entered;
      try { sessionStorage.setItem("entails.token", entered); } catch { /* it lives as long as the page */ }
      return send(method, path, body, { signal, headers });
    }
  }
  if (response.ok) return response;
  const details = await response.json().catch(() => ({}));
  throw new Problem(details.detail || `${t("failed")} (${response.status})`, details);
}

/** Returns the report of a call such as "sudoku/solve". */
export const ask = async (call, request, signal) => (await send("POST", `v1/${call}`, request, { signal })).json();

/** Returns the JSON at an address such as "puzzles". */
export const get = async (place) => (await send("GET", `v1/${place}`)).json();

/** Abort reason of a user who leaves the view: the job goes on. */
export const left = () => new DOMException("left", "AbortError");

const shelf = (call) => `entails.job.${call}`;
const put = (call, job) => { try { if (job) localStorage.setItem(shelf(call), JSON.stringify(job)); else localStorage.removeItem(shelf(call)); } catch { /* then it lives as long as the view */ } };

/** Returns the unfinished job of this name as {id, request}, or null. */
export function begunWork(call) {
  try { return JSON.parse(localStorage.getItem(shelf(call))); } catch { return null; }
}

/** Submits a job, follows its events and returns its result. Aborting the signal cancels the job, unless the user only
 * `left` the view: then it goes on, and the same request finds it again. With `keeps`, its result is also kept until
 * another request. */
export async function work(call, request, onProgress, signal, keeps = false) {
  const known = begunWork(call), same = known && JSON.stringify(known.request) === JSON.stringify(request);
  const id = same ? known.id : (await (await send("POST", "v1/jobs", { call, request })).json()).id;
  const path = `v1/jobs/${id}`;
  put(call, { id, request });
  const cancel = () => {
    if (signal.reason?.message === "left") return;
    put(call, null);
    send("DELETE", path).catch(() => {});
  };
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const result = await follow(path, onProgress, signal);
    if (!keeps) put(call, null);
    return result;
  } catch (error) {
    if (error instanceof Problem ? error.status !== 0 : !signal?.aborted) put(call, null);
    if (same && error.status === 404) return await work(call, request, onProgress, signal, keeps);
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/** Returns the progress of an unfinished job in words. */
function waiting({ state, before, text }) {
  if (state !== "queued") return text;
  return before === null ? t("working") : t(before === 0 ? "queue-next" : "queue-before", { count: before });
}

/** Waits for the result of a job. While the server does not respond, the job is kept and requested again; after some
 * minutes the user is told. */
async function follow(path, onProgress, signal) {
  for (let silent = 0; silent < MOST_SILENCES; silent += 1) {
    try {
      const { body } = await send("GET", `${path}/events`, undefined, { signal });
      for await (const job of events(body)) {
        silent = 0;
        if (job.state === "succeeded") return job.result;
        if (job.state === "failed") throw new Problem(job.problem?.detail || t("failed"), { ...job.problem, status: job.problem?.status || 422 });
        if (job.state === "cancelled") throw new DOMException("cancelled", "AbortError");
        if (job.state === "interrupted") throw new Problem(t("interrupted"), { status: 422 });
        onProgress?.(job.progress, waiting(job));
      }
    } catch (error) {
      if (!(error instanceof Problem) || ![0, 429, 502, 503, 504].includes(error.status)) throw error.status === 404 ? new Problem(t("job-gone"), error) : error;
      onProgress?.(null, t("server-away"));
    }
    await new Promise((wake) => setTimeout(wake, Math.min(500 * (silent + 1), 4000)));
    if (signal?.aborted) throw new DOMException("cancelled", "AbortError");
  }
  throw new Problem(t("no-server"));
}

/** Yields the jobs of a stream of events until it ends or breaks. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => { if (error.name === "AbortError") throw error; return { done: true }; });
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = text.slice(0, end), data = event.indexOf("data: ");
      text = text.slice(end + 2);
      if (data >= 0) yield JSON.parse(event.slice(data + 6)); // else it is a keep-alive
    }
  }
}
