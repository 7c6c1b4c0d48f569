import { segment, segments } from '#components/ui/looks.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { MethodMark } from './method-mark.tsx'
import { methodsOf, type PayMethod } from './pay-state.ts'

type MethodTabsProps = {
  language: Language
  method: PayMethod
  order: Parameters<typeof methodsOf>[0]
  hrefOf: (method: PayMethod) => string
}

/** The ways to pay an order. Each is a link, so they work without JavaScript. */
export function MethodTabs({ language, method, order, hrefOf }: MethodTabsProps) {
  const t = textOf(language)
  return (
    <nav
      aria-label={t('methods.label')}
      className={`${segments} auto-cols-auto`}
      data-segments=""
      data-methods=""
    >
      {methodsOf(order).map((each) => (
        <a
          key={each}
          href={hrefOf(each)}
          aria-current={each === method ? 'page' : undefined}
          className={`${segment} focus-visible:z-1 max-phone:px-1 pointer-coarse:py-3`}
        >
          <MethodMark method={each} />
          <span className="block">{t(`methods.${each}`)}</span>
        </a>
      ))}
    </nav>
  )
}
