/** What is wrong with one field of a request, as the payload of a 400 says. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
}

interface ErrorBody {
  name?: string;
  code?: number | string;
  message?: string;
  payload?: unknown;
  requestId?: string;
}

/**
 * Which of the error views fits: what one may not, what is not there, no way to the server, no answer from the provider
 * behind a plugin, everything else.
 */
export type ErrorKind = "forbidden" | "notFound" | "offline" | "provider" | "unknown";

const NO_ANSWER = [502, 503, 504];

/** Longer nobody waits for a page. */
const LONGEST_WAIT_SECONDS = 120;

/** A refused or failed call. The one error that screens see. */
export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The catalogue's name of it, `NotFoundOrderException`. */
  override readonly name: string;
  readonly payload: unknown;
  /** Names the request in the server's log. */
  readonly requestId: string | null;

  constructor(status: number, body: ErrorBody = {}) {
    super(body.message ?? "");
    this.status = status;
    this.name = body.name ?? (status === 0 ? "OfflineException" : "UnknowException");
    this.payload = body.payload;
    this.requestId = body.requestId ?? null;
  }

  get kind(): ErrorKind {
    if (this.name === "ConnectorException" && NO_ANSWER.includes(this.status)) return "provider";
    if (this.status === 0 || this.status === 502 || this.status === 504) return "offline";
    if (this.status === 403) return "forbidden";
    return this.status === 404 ? "notFound" : "unknown";
  }

  /** Seconds after which a read is asked again by itself, where the host knows; undefined: nobody sits and waits so long. */
  get retryAfter(): number | undefined {
    const details = this.payload as { retryAfterSeconds?: number } | null | undefined;
    const seconds = details?.retryAfterSeconds;
    return seconds !== undefined && seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined;
  }

  /** The fields a 400 complains about; empty for every other error. */
  get fields(): FieldError[] {
    return Array.isArray(this.payload) ? (this.payload as FieldError[]) : [];
  }
}

/**
 * A refusal of the whole, told at the field that is the reason of it: the one of its name, or (null) the one that it
 * names itself.
 *
 * @param fields `{ ConflictStoreNameException: "name" }`
 */
export function atField(reason: unknown, fields: Record<string, string | null>): unknown {
  if (!(reason instanceof ApiError) || !(reason.name in fields)) return reason;
  const { status, name, message, requestId } = reason;
  const field = fields[name] ?? (reason.payload as { field: string }).field;
  const payload = [{ field, code: "unique", message }];
  return new ApiError(status, { name, message, payload, requestId: requestId ?? undefined });
}

/**
 * A refusal as a form tells it, whose fields are not the API's.
 *
 * @param inForm An issue of the API as the form has it.
 */
export function withFields(reason: unknown, inForm: (issue: FieldError) => FieldError): unknown {
  if (!(reason instanceof ApiError) || reason.fields.length === 0) return reason;
  const { status, name, message, requestId } = reason;
  return new ApiError(status, {
    name,
    message,
    payload: reason.fields.map(inForm),
    requestId: requestId ?? undefined,
  });
}

/** A refusal whose fields bear the names that the form has for them. */
export const renamed = (reason: unknown, nameOf: (field: string) => string): unknown =>
  withFields(reason, (issue) => ({ ...issue, field: nameOf(issue.field) }));

/** Any thrown value as an ApiError. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0);
}

/** The error of an answer that is not 2xx; what a plugin finds wrong with single fields is told at them. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { error = {}, data } = (body ?? {}) as { error?: ErrorBody; data?: { issues?: FieldError[] } };
  const refusal = data?.issues ? { name: "BadRequestException", payload: data.issues } : error;
  const requestId = error.requestId ?? response.headers.get("x-request-id") ?? undefined;
  return new ApiError(response.status, { ...refusal, requestId });
}
