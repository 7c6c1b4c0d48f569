/** The parts of a response: its body as a text, and its headers by their lowercase names. */
export type Whole = { text: string; headers: Record<string, string> }

const wholes = new WeakMap<Response, Whole>()

/** A response with a text for a body. `wholeOf` knows both text and headers without reading them back out of it. */
export function textResponse(text: string, status: number, headers: Record<string, string>): Response {
  const response = new Response(text, { status, headers })
  wholes.set(response, { text, headers })
  return response
}

/** The parts of a response, if `textResponse` made it. */
export function wholeOf(response: Response): Whole | undefined {
  return wholes.get(response)
}
