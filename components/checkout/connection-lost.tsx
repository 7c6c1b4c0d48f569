import { Notice } from '#components/ui/notice.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

/** What a payer reads when no response came, kept for the script of the page. The key of the form makes a repeat safe. */
export function ConnectionLost({ language }: { language: Language }) {
  const t = textOf(language)
  return (
    <template data-connection-lost="">
      <div className="mb-3 [.grid>&]:mb-0">
        <Notice tone="bad" role="alert" title={t('pay.connection_lost')}>
          {t('pay.connection_lost_note')}
        </Notice>
      </div>
    </template>
  )
}
