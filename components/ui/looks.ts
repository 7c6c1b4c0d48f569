import { classNames } from './class-names.ts'

/* The names of looks, which css/looks.css draws. They give way to any class that the caller adds. */

export type ButtonLook = {
  variant?: 'default' | 'primary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'default' | 'large' | 'icon' | undefined
}

/** A button, or a link styled as one. Hidden in print. */
export function buttonLook(
  { variant = 'default', size = 'default' }: ButtonLook = {},
  className?: string,
): string {
  return `button button-${variant} button-size-${size}${className ? ` ${className}` : ''}`
}

/** Inputs and selects. Sixteen pixels keep phones from zooming in on a focused field. */
export function inputLook(size: 'small' | 'default' = 'default', ...classes: Parameters<typeof classNames>) {
  return classNames('input', `input-${size}`, ...classes)
}

export const checkbox = 'checkbox'

/** A box of choices that lie side by side, and a choice in it: a link, a button, or the label of a radio button. */
export const segments = 'segments'
export const segment = 'segment'

/** A small label that can be pressed, or one of several; `data-add` where nothing is chosen yet. */
export const chip = 'chip'

/** Above the page: menus, cards, dialogs. */
export const lifted = 'lifted'

/** A button that is an icon alone: copy, close, remove. */
export const iconButton = 'icon-button'

/** A text that is copied by a click: an ID, a time, a reference. */
export const copiedText = 'copied-text'

/** A small link or button that is no more than text until the pointer is on it. */
export const quietLink = 'quiet-link'

/** A line of a menu or of a list to choose from. */
export const menuItem = 'menu-item'

/**
 * A sheet of controls that opens below its chip, about as long as what is left of the window there; on a phone it is as
 * wide as the window, or it would stick out at the side.
 */
export const filterPanel = 'filter-panel'

export const tabLine = 'tab-line'

export const emptyPlace = 'empty-place'

/** The classes of a link for a text that stands in its place. */
export function withoutLinkLook(className: string | undefined): string | undefined {
  return className?.replace(/(?:^|\s)(?:link|hover:\S+)(?=\s|$)/g, '')
}
