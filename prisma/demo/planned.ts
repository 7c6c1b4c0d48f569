import type { Shopper } from './catalogue.ts'
import type { Instrument } from './instruments.ts'
import type { Purchase } from './purchase.ts'
import type { Shop } from './shop.ts'
import * as stories from './stories.ts'
import type { Story } from './world.ts'

/** One future purchase: its start (Unix seconds), its story, and the input of that. */
export type Planned = {
  at: number
  tell(shop: Shop, purchase: Purchase): Story
  size?: 'usual' | 'dear'
  via?: Purchase['via']
  /** The payment method, when the story needs a certain one. */
  instrument?: (year: number, shopper: Shopper) => Instrument
}

/** The usual story, with a course of its own. */
export function bought(course: stories.Course): Planned['tell'] {
  return (shop, purchase) => stories.bought(shop, purchase, course)
}
