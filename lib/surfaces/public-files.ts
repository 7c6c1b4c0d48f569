import { readFile } from 'node:fs/promises'
import { TYPEFACES, typefaceFile, WEIGHTS } from '#lib/print/typefaces.ts'
import { applicationFile } from '#lib/process/application-files.ts'
import { runtime } from '#lib/runtime.ts'
import { findLogo } from '#lib/storage/logo.ts'
import { brandStyles } from '#lib/values/brand.ts'
import { hashInName } from '#lib/values/logo-path.ts'

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
  return new Response(await readFile(applicationFile(`node_modules/${file}`)), {
    headers: {
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=2592000',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** A logo by the name of its file; null when there is none. It is named by its content, so it may be cached for ever. */
export async function logoFile(name: string): Promise<Response | null> {
  const hash = hashInName(name)
  const png = hash === null ? null : await findLogo(runtime().query, hash)
  if (png === null) return null
  return new Response(new Uint8Array(png), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** The stylesheet of a colour by the name of its file, "1f7a4d.css"; null for any other name. */
export function brandFile(name: string): Response | null {
  const color = /^([0-9a-f]{6})\.css$/.exec(name)?.[1]
  if (color === undefined) return null
  return new Response(brandStyles(color), {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
}
