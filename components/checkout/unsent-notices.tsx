import { Notice } from '#components/ui/notice.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

/**
 * What a payer reads when no response came, or the page was of another version of the server, kept for the script of the
 * page. The key of the form makes a repeat safe.
 */
export function UnsentNotices({ language }: { language: Language }) {
  const t = textOf(language)
  return (
    <>
      {(['connection_lost', 'out_of_date'] as const).map((cause) => (
        <template key={cause} data-unsent={cause}>
          <div className="mb-3 [.grid>&]:mb-0">
            <Notice tone="bad" role="alert" title={t(`pay.${cause}`)}>
              {t(`pay.${cause}_note`)}
            </Notice>
          </div>
        </template>
      ))}
    </>
  )
}
