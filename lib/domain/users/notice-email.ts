import { escapeHtml } from '#lib/values/html.ts'

type Notice = { name: string; subject: string; says: string; advice: string; href: string; link: string }

/** An email that tells a person of something about their account, and what to do if it was not them. */
export function noticeEmail({ name, subject, says, advice, href, link }: Notice) {
  const greeting = `Hello ${name},`
  return {
    subject: `${subject} · Counterfoil`,
    text: `${greeting}\n\n${says}\n\n${advice}\n${href}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      ...[greeting, says, advice].map(
        (text) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`,
      ),
      `<p style="margin:0"><a href="${escapeHtml(href)}" style="display:inline-block;background:#17603f;color:#fff;text-decoration:none;padding:10px 18px;border-radius:4px">${escapeHtml(link)}</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}
