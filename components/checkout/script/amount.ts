import { formatMoney, type Grouping, parseMoney } from '#lib/values/money-text.ts'

/** Has the button of a form with an amount say what it will pay. */
export function showLabel(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLElement>('button[data-label]')
  const input = form.elements.namedItem('amount')
  if (!button || !(input instanceof HTMLInputElement)) return
  const { currency = '', grouping, label = '', labelBlank = '' } = button.dataset
  const amount = parseMoney(input.value, currency)
  button.textContent =
    amount === null
      ? labelBlank
      : label.replace('{amount}', formatMoney(amount, currency, grouping as Grouping))
}
