export type PlatformRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** Called for each try, so that each has a signature of its own. */
  headers: () => Record<string, string>;
  body?: string;
  /** True if a second request of this kind changes nothing. Others are never repeated once they may have arrived. */
  repeatable: boolean;
};

/** `json` is null if the answer has no body. */
export type PlatformAnswer = { status: number; headers: Record<string, string | undefined>; json: unknown };

export type PlatformHttp = {
  /** Resolves with every answer from 200 to 299. Rejects with `CommerceError`. */
  send(request: PlatformRequest): Promise<PlatformAnswer>;
  /** Reads a part of a file that the platform made, from a byte on; fewer bytes at its end. Rejects with `CommerceError`. */
  read(part: FilePart): Promise<Buffer>;
};

export type FilePart = { url: string; from: number; bytesMax: number };
