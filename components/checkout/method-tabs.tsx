import { segment, segments } from '#components/ui/looks.ts'
import { METHOD_WORDS, type Method, methodsOf } from './pay-state.ts'

type MethodTabsProps = {
  method: Method
  order: { method: string | null }
  hrefOf: (method: Method) => string
}

/** The ways to pay an order. Each is a link, so they work without JavaScript. */
export function MethodTabs({ method, order, hrefOf }: MethodTabsProps) {
  return (
    <nav
      aria-label="Payment methods"
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
          {METHOD_WORDS[each]}
        </a>
      ))}
    </nav>
  )
}
