import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { TYPEFACES, typefaceFile, WEIGHTS } from '#lib/print/typefaces.ts'

/** The files of faces by the name that pages without a build ask for: "inter-latin-400.woff2". */
const FILES = new Map<string, string>(
  TYPEFACES.flatMap((face) =>
    WEIGHTS.map((weight) => [`${face.name}-${weight}.woff2`, typefaceFile(face, weight)] as const),
  ),
)

/** A typeface of the product as a file, for pages that are made outside of Next's build; null when there is none of that name. */
export async function typeface(name: string): Promise<Response | null> {
  const file = FILES.get(name)
  if (file === undefined) return null
  return new Response(await readFile(resolve('node_modules', file)), {
    headers: {
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=2592000',
      'x-content-type-options': 'nosniff',
    },
  })
}
