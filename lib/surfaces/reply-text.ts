const texts = new WeakMap<Response, string>()

/** A response with a text for a body, which `textOf` knows without reading it back out of its stream. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The text that a response was made of, if `textResponse` made it. */
export function textOf(response: Response): string | undefined {
  return texts.get(response)
}
