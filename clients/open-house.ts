import { openEnvironment, type Environment, type Places } from './environment.ts'
import { fillShop, type Shop } from './shop.ts'
import { openSightline, type Sightline } from './sightline.ts'

/** What every client is tried in: a Sightline with a shop in it, and an empty one to move to. */
export interface House {
  readonly client: Environment
  readonly home: Sightline
  readonly away: Sightline
  readonly shop: Shop
  close(): Promise<void>
}

export async function openHouse(places: Places, name: string): Promise<House> {
  const client = openEnvironment(places, name)
  const [home, away] = await Promise.all([openSightline(), openSightline()])
  const closeBoth = async (): Promise<void> => {
    await Promise.all([home.close(), away.close()])
    client.close()
  }
  try {
    const shop = await fillShop(home, places.postgres)
    const close = async (): Promise<void> => {
      await shop.close()
      await closeBoth()
    }
    return { client, home, away, shop, close }
  } catch (error) {
    await closeBoth()
    throw error
  }
}
