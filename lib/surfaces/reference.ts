import { setDrawnPages } from '#lib/api-docs/doc-pages.ts'
import { drawnPages } from '#lib/api-docs/markdown.ts'
import { type Described, type Reference, readReference } from '#lib/api-docs/read.ts'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'

let cached: Reference | undefined

/** The API reference, read from the document that is served at /openapi.json. Made once per process. */
export function reference(): Reference {
  cached ??= readReference(buildOpenApi())
  return cached
}

/** One operation by its name, or null. */
export function describedOperation(id: string): Described | null {
  const all = reference().resources.flatMap(({ operations }) => operations)
  return all.find((operation) => operation.id === id) ?? null
}

setDrawnPages(() => drawnPages(reference()))
