import type { MimeType } from '#lib/domain/documents/schema.ts'
import { SANDBOXED } from '#lib/surfaces/content.ts'

const WORDS: Record<MimeType, string> = { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' }

/** A sheet with the type on it, where no picture of a document can be drawn. */
export function noPreview(type: MimeType): Response {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="160" height="160">
<rect width="120" height="120" fill="#f3f1ea"/>
<path d="M36 22h34l16 16v60H36z" fill="#fff" stroke="#8f897a" stroke-width="2"/>
<path d="M70 22v16h16" fill="none" stroke="#8f897a" stroke-width="2"/>
<text x="61" y="76" font-family="sans-serif" font-size="17" font-weight="600" fill="#55524a" text-anchor="middle">${WORDS[type]}</text>
</svg>`
  return new Response(svg, {
    headers: { ...SANDBOXED, 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=300' },
  })
}
