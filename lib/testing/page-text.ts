/** A page of the documentation, as static markup, as Markdown: headings, paragraphs, lists, tables and code. */
export function markdownOf(html: string): string {
  const blocks: string[] = []
  const stored = html.replace(/<pre[^>]*>(.*?)<\/pre>/gs, (_, code: string) => {
    blocks.push(`\`\`\`\n${plain(code)}\n\`\`\``)
    return `\n\n%%${blocks.length - 1}%%\n\n`
  })
  const marked = stored
    .replace(/<(button|svg|script|style|caption)\b.*?<\/\1>/gs, '')
    .replace(/<code[^>]*>(.*?)<\/code>/gs, '`$1`')
    .replace(/<h1[^>]*>/g, '\n\n# ')
    .replace(/<h2[^>]*>/g, '\n\n## ')
    .replace(/<h3[^>]*>/g, '\n\n### ')
    .replace(/\s*<li[^>]*>/g, '\n- ')
    .replace(/<\/t[dh]>\s*<t[dh][^>]*>/g, ' | ')
    .replace(/<(tr|dt)\b[^>]*>/g, '\n- ')
    .replace(/<dd[^>]*>/g, ': ')
    .replace(
      /<(p|ul|ol|table|section|div|dl|figure|figcaption|summary|details)\b[^>]*>|<\/(p|h\d|ul|ol|table)>/g,
      '\n\n',
    )
  return plain(marked)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/%%(\d+)%%/g, (_, at: string) => blocks[Number(at)] ?? '')
    .trim()
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#x27|nbsp|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
}
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ', amp: '&' }
