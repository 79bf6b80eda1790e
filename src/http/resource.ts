import type { Request } from "express";

export interface Bodies {
  readonly identity: Buffer;
  readonly gzip?: Buffer | undefined;
  readonly br?: Buffer | undefined;
}

/** A response to GET with status 200. */
export interface Resource {
  /** It is cached under this address. One that does not begin with a slash is found only by its route. */
  readonly address: string;
  /** Requests can make up such addresses without end, so only the last of them stay cached. */
  readonly isUncommon?: boolean;
  /** Any query gets the same bytes. */
  readonly ignoresQuery?: boolean;
  /** Its own headers; the cache adds those of security, ETag, length and coding. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => string | Bodies | Promise<string | Bodies>;
}

/** Throws an HttpError for any status but 200. */
export type FindResource<Params = Request["params"]> = (request: Request<Params>) => Resource;

export function fileResource(headers: Resource["headers"], body: Resource["body"]): FindResource {
  return ({ route }) => ({ address: route.path, ignoresQuery: true, headers, body });
}
