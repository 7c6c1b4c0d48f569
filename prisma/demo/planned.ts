import type { Shopper } from './catalogue.ts'
import type { Instrument } from './instruments.ts'
import type { Purchase } from './purchase.ts'
import type { Shop } from './shop.ts'
import * as stories from './stories.ts'
import type { Story } from './world.ts'

/** One purchase to come: when it begins (Unix seconds), how its story goes, and what it needs to go that way. */
export type Planned = {
  at: number
  tell(shop: Shop, purchase: Purchase): Story
  size?: 'usual' | 'dear'
  via?: Purchase['via']
  /** What is paid with, when the story needs something in particular. */
  instrument?: (year: number, shopper: Shopper) => Instrument
}

/** The usual story, with a course of its own. */
export function bought(course: stories.Course): Planned['tell'] {
  return (shop, purchase) => stories.bought(shop, purchase, course)
}
