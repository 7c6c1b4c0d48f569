import { inkOn } from '#lib/values/brand.ts'
import type { Language } from '#lib/values/language.ts'
import { escapeHtml } from '#lib/values/text.ts'

type Layout = {
  title: string
  language?: Language
  /** The paragraphs as HTML, made with `paragraph`. */
  body: readonly string[]
}

const LOOKS = {
  plain: 'margin:0 0 16px;overflow-wrap:anywhere',
  soft: 'margin:0 0 16px;color:#5b564c;overflow-wrap:anywhere',
  head: 'margin:0 0 4px;color:#5b564c',
  amount: 'margin:0 0 20px;font-size:28px;font-weight:600',
  code: 'margin:0 0 24px;font-size:32px;font-weight:600;letter-spacing:.2em',
  quote:
    'margin:0 0 24px;padding-left:12px;border-left:3px solid #d9d3c5;white-space:pre-line;overflow-wrap:anywhere',
  facts: 'margin:0 0 24px;line-height:1.8;white-space:pre-line;overflow-wrap:anywhere',
  footer:
    'margin:0;padding-top:16px;border-top:1px dashed #d9d3c5;font-size:13px;color:#5b564c;white-space:pre-line;overflow-wrap:anywhere',
} as const

/** A paragraph of an email. The text is escaped. */
export function paragraph(text: string, look: keyof typeof LOOKS = 'plain'): string {
  return `<p style="${LOOKS[look]}">${escapeHtml(text)}</p>`
}

/** The button of an email. @param color of the merchant, six hexadecimal digits; null for that of the product */
export function button(label: string, href: string, color: string | null = null): string {
  const own = color ?? PRODUCT_COLOR
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(href)}" style="display:inline-block;background:#${own};color:#${inkOn(own)};text-decoration:none;padding:10px 18px;border-radius:4px">${escapeHtml(label)}</a></p>`
}
const PRODUCT_COLOR = '17603f'

/** An email as HTML that loads nothing. */
export function emailHtml({ title, language = 'en', body }: Layout): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
    ...body,
    '</div></body></html>',
  ].join('\n')
}
