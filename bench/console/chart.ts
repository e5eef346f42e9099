import type { Browser, BrowserContext } from 'playwright-core';
import { z } from 'zod';
import type { ConsoleAddresses } from '../../test/console/console-under-test.ts';
import { openPage, signIn } from '../../test/console/watched-page.ts';
import type { Goal } from '../report/goal.ts';
import { median } from '../report/statistics.ts';

const HOURS = 8_760;
const HOUR_MS = 3_600_000;
/** Milliseconds within which a person sees no waiting. */
const MOST_MS = 100;

const reportSchema = z.looseObject({ items: z.array(z.looseObject({})) });
const timesSchema = z.object({ drawing: z.number(), task: z.number() });

/**
 * Put into the page before its own program: when the first canvas gets its context, when that first drawing has made its
 * last stroke, and how long the browser's task was of which that is a part.
 */
const STOPWATCH = `(() => {
  const times = { begun: 0, drawn: 0, task: 0, isSet: false, isOver: false };
  globalThis.chartTimes = times;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime <= times.begun && startTime + duration >= times.drawn) times.task = duration;
    }
  }).observe({ type: 'longtask' });
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (...rest) {
    if (times.begun === 0) times.begun = performance.now();
    return getContext.apply(this, rest);
  };
  const stroke = CanvasRenderingContext2D.prototype.stroke;
  CanvasRenderingContext2D.prototype.stroke = function (...rest) {
    const answer = stroke.apply(this, rest);
    if (times.isSet || times.begun === 0) return answer;
    if (times.drawn === 0) queueMicrotask(() => queueMicrotask(() => { times.isSet = true; }));
    if (times.drawn === 0) setTimeout(() => { times.isOver = true; }, 300);
    times.drawn = performance.now();
    return answer;
  };
})()`;

/** The overview's chart with a year of hours: from its empty canvas to the last stroke. */
export async function yearOfHours(
  browser: Browser,
  console: ConsoleAddresses,
  runs: number,
): Promise<readonly Goal[]> {
  const { page, context, close } = await openPage(browser, console);
  try {
    await answerWithAYear(context);
    await signIn({ page }, console, { as: 'viewer', at: '/t/main/audit' });
    await page.addInitScript(STOPWATCH);
    const times: z.infer<typeof timesSchema>[] = [];
    for (let run = 0; run < runs; run += 1) {
      await page.goto(`${console.url}/t/main/overview?range=year`);
      await page.getByRole('img', { name: /^Total value/ }).waitFor();
      times.push(timesSchema.parse(await page.evaluate(TIMES)));
    }
    return [
      {
        goal: `drawing a chart of ${HOURS.toLocaleString('en')} hours, ms`,
        ...{ bound: 'at most', limit: MOST_MS },
        measured: Math.round(median(times.map(({ drawing }) => drawing))),
      },
      {
        goal: "the browser's task of which the drawing is a part, ms",
        ...{ bound: 'at most', limit: null },
        measured: Math.round(median(times.map(({ task }) => task))),
      },
    ];
  } finally {
    await close();
  }
}

const TIMES = `new Promise((resolve) => {
  const look = () => {
    const { begun, drawn, task, isOver } = globalThis.chartTimes;
    if (isOver) resolve({ drawing: drawn - begun, task: Math.max(task, drawn - begun) });
    else setTimeout(look, 20);
  };
  look();
})`;

/** In place of the totals that the treasury has: as many hours as a year has, of the same shape. */
async function answerWithAYear(context: BrowserContext): Promise<void> {
  await context.route(/\/v1\/reports\/totals/, async (route) => {
    const answer = await route.fetch();
    const report = reportSchema.parse(await answer.json());
    const begin = Date.now() - HOURS * HOUR_MS;
    const items = Array.from({ length: HOURS }, (_, hour) => {
      const at = new Date(begin + hour * HOUR_MS).toISOString();
      const value = (900_000 + 40_000 * Math.sin(hour / 300) + (hour % 24) * 137.25).toFixed(2);
      return { at, value, unvalued: [] };
    });
    await route.fulfill({ response: answer, json: { ...report, items } });
  });
}
