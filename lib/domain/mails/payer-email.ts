import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { logoImage } from '#lib/domain/mails/logo.ts'
import type { Brand } from '#lib/domain/merchants/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import { inLanguage, type Language } from '#lib/values/language.ts'
import { supportText } from '#lib/values/text.ts'

type PayerEmail = {
  merchant: string
  mode: 'test' | 'live'
  brand: Brand
  language: Language
  subject: string
  amount: string
  sentence: string
  /** Terms with their values; those without a value are left out. */
  facts: readonly (readonly [term: string, value: string | null])[]
  /** The button and the URL that it opens; null without one. */
  action: { label: string; url: string } | null
  note: string | null
  footer: string
}

/** An email to a payer in the name of the merchant: plain text, and the same as HTML that loads nothing. */
export function payerEmail(email: PayerEmail): { subject: string; text: string; html: string } {
  const { merchant, brand, language, amount, sentence, note } = email
  const t = textOf(language)
  const test = email.mode === 'test' ? `${t('page.test')}. ${t('page.no_money')}` : null
  const support = brand.support === null ? null : supportText(brand.support, t('mail.help'))
  const facts = email.facts
    .flatMap(([term, value]) => (value === null ? [] : [`${term}: ${value}`]))
    .join('\n')
  const action = email.action && { ...email.action, url: withLanguage(email.action.url, language) }
  const footer = [support, email.footer].filter(Boolean).join('\n')
  const parts = [test, t('mail.greeting'), sentence, facts, action && `${action.label}:\n${action.url}`, note]
  return {
    subject: email.subject.replace(/\s+/g, ' '),
    text: `${parts.filter(Boolean).join('\n\n')}\n\n--\n${footer}\n`,
    html: emailHtml({
      title: email.subject,
      language,
      body: [
        ...logoImage(brand.logo),
        paragraph(merchant, 'head'),
        paragraph(amount, 'amount'),
        ...(test === null ? [] : [paragraph(test, 'soft')]),
        paragraph(t('mail.greeting')),
        paragraph(sentence),
        ...(facts === '' ? [] : [paragraph(facts, 'facts')]),
        ...(action === null ? [] : [button(action.label, action.url, brand.color)]),
        ...(note === null ? [] : [paragraph(note, 'soft')]),
        paragraph(footer, 'footer'),
      ],
    }),
  }
}

function withLanguage(url: string, language: Language): string {
  return language === 'en' ? url : inLanguage(url, language)
}
