import { escapeHtml } from '#lib/values/html.ts'

type DisabledLetter = {
  merchant: string
  mode: 'test' | 'live'
  url: string
  reason: string
  /** The URL of the endpoint's page, where it can be enabled again. */
  page: string
}

/** The email that says that events are no longer sent to an endpoint, and what to do. */
export function disabledEmail(about: DisabledLetter): { subject: string; text: string; html: string } {
  const host = new URL(about.url).host
  const sentence = `${about.merchant} (${about.mode} mode) no longer sends events to ${about.url}.`
  const advice =
    'No events are lost. Fix the URL and enable the webhook on its page; all missed events are then sent.'
  return {
    subject: `Webhook disabled: ${host}`,
    text: `${sentence}\n\n${about.reason}\n\n${advice}\n${about.page}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(`Webhook disabled: ${host}`)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(sentence)}</p>`,
      `<p style="margin:0 0 16px;color:#5b564c;overflow-wrap:anywhere">${escapeHtml(about.reason)}</p>`,
      `<p style="margin:0 0 24px">${escapeHtml(advice)}</p>`,
      `<p style="margin:0"><a href="${escapeHtml(about.page)}" style="display:inline-block;background:#17603f;color:#fff;text-decoration:none;padding:10px 18px;border-radius:4px">View webhook</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}
