import 'uplot/dist/uPlot.min.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import Plot from 'uplot';
import { integer } from '../../format/number.ts';
import { dateTime } from '../../format/time.ts';
import { type ChartColours, useChartColours } from '../../ui/chart.ts';
import { VERDICT_WORDS } from '../../ui/verdict.tsx';
import type { Bar } from './bars.ts';
import { ALL_OUTCOMES, ALL_VERDICTS, OUTCOME_WORDS } from './outcomes.ts';
import styles from './queries.module.css';

export interface Activation {
  readonly at: number;
  readonly version: number;
}

interface PlotsProps {
  readonly bars: readonly Bar[];
  /** What one bar stands for, such as `3 hours`. */
  readonly bar: string;
  /** Milliseconds of a bar. */
  readonly length: number;
  readonly activations: readonly Activation[];
  /** Called when bars are clicked, or selected by dragging, with their time range. */
  readonly onTimes: (from: number, to: number) => void;
}

const ALL_HEIGHT = 72;
const ATTENTION_HEIGHT = 150;
const AXIS = 44;
const FONT = '12px "Inter Variable", ui-sans-serif, system-ui, sans-serif';

type Drawing = Pick<Plot.Options, 'series' | 'axes' | 'hooks'> & { readonly data: Plot.AlignedData };

/**
 * All calls in a strip of their own, and below them, on their own scale, those that were not allowed: allowed calls
 * outnumber the rest, so they are never stacked together.
 */
export default function Plots({ bars, bar, length, activations, onTimes }: PlotsProps): ReactNode {
  const [hovered, setHovered] = useState<Hovered>();
  const pointer = useMemo((): Pointer => ({ bars, length, onTimes, onHover: setHovered }), [bars, length, onTimes]);
  const colours = useChartColours();
  const all = useMemo(
    (): Drawing => ({
      data: [seconds(bars), bars.map(({ allow, warn, unknown, block }) => allow + warn + unknown + block)],
      series: [{}, filled(colours.quiet)],
      axes: axes(colours, false),
    }),
    [bars, colours],
  );
  const attention = useMemo(
    (): Drawing => ({
      // Drawn from the largest sum to the smallest, so that block stands at the base.
      data: [
        seconds(bars),
        bars.map(({ block, warn, unknown }) => (unknown > 0 ? block + warn + unknown : null)),
        bars.map(({ block, warn }) => (warn > 0 ? block + warn : null)),
        bars.map(({ block }) => block),
      ],
      series: [{}, outlined(colours), hatched(colours), filled(colours.block)],
      axes: axes(colours, true),
      hooks: { draw: [(plot) => drawActivations(plot, activations, colours)] },
    }),
    [bars, activations, colours],
  );
  return (
    <div className={styles.plot}>
      <p className={styles.caption}>All calls, every {bar}</p>
      <Canvas height={ALL_HEIGHT} label="All calls" drawing={all} pointer={pointer} />
      <p className={styles.caption}>Calls that the rules do not allow</p>
      <Canvas
        height={ATTENTION_HEIGHT}
        label="Calls that the rules do not allow"
        drawing={attention}
        pointer={pointer}
      />
      {hovered && <Tip hovered={hovered} length={length} />}
    </div>
  );
}

/** The bar under the pointer, and where it is. */
interface Hovered {
  readonly bar: Bar;
  /** Pixels from the left of the chart. */
  readonly left: number;
  readonly width: number;
}

interface Pointer {
  readonly bars: readonly Bar[];
  readonly length: number;
  readonly onTimes: PlotsProps['onTimes'];
  readonly onHover: (hovered: Hovered | undefined) => void;
}

/** The numbers of a bar, beside it. */
function Tip({
  hovered: { bar, left, width },
  length,
}: {
  readonly hovered: Hovered;
  readonly length: number;
}): ReactNode {
  const place = left < width / 2 ? { left: left + 12 } : { right: width - left + 12 };
  const rows: readonly (readonly [string, number])[] = [
    ...ALL_VERDICTS.map((verdict) => [VERDICT_WORDS[verdict], bar[verdict]] as const),
    ...ALL_OUTCOMES.map((outcome) => [OUTCOME_WORDS[outcome], bar.outcomes[outcome]] as const),
  ];
  return (
    <div className={styles.tip} style={place} role="tooltip">
      <strong>{dateTime(new Date(bar.at).toISOString())}</strong> to {dateTime(new Date(bar.at + length).toISOString())}
      <dl>
        {rows
          .filter(([, calls]) => calls > 0)
          .map(([name, calls]) => [<dt key={name}>{name}</dt>, <dd key={`${name} calls`}>{integer(calls)}</dd>])}
      </dl>
    </div>
  );
}

/** Reports the bar under the pointer, and the time of those that are clicked or dragged over. */
function followPointer(plot: Plot, pointer: () => Pointer): void {
  const indexAt = (left: number) => {
    const { bars, length } = pointer();
    const index = Math.floor((plot.posToVal(left, 'x') * 1000 - (bars[0]?.at ?? 0)) / length);
    return Math.min(Math.max(index, 0), bars.length - 1);
  };
  const choose = (first: number, last: number) => {
    const { bars, length, onTimes } = pointer();
    const [from, to] = [bars[first], bars[last]];
    if (from && to) onTimes(from.at, to.at + length);
  };
  let pressed: number | undefined;
  plot.over.addEventListener('mousedown', ({ offsetX }) => {
    pressed = indexAt(offsetX);
  });
  plot.over.addEventListener('mouseup', ({ offsetX }) => {
    const at = indexAt(offsetX);
    if (pressed !== undefined) choose(Math.min(pressed, at), Math.max(pressed, at));
    pressed = undefined;
  });
  plot.over.addEventListener('mousemove', ({ offsetX }) => {
    const bar = pointer().bars[indexAt(offsetX)];
    pointer().onHover(bar && { bar, left: offsetX + AXIS, width: plot.width });
  });
  plot.over.addEventListener('mouseleave', () => {
    pressed = undefined;
    pointer().onHover(undefined);
  });
}

function seconds(bars: readonly Bar[]): number[] {
  return bars.map(({ at }) => at / 1000);
}

function Canvas({
  height,
  label,
  drawing,
  pointer,
}: {
  readonly height: number;
  readonly label: string;
  readonly drawing: Drawing;
  readonly pointer: Pointer;
}): ReactNode {
  const latest = useRef(pointer);
  latest.current = pointer;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const { data, ...options } = drawing;
    const plot = new Plot(
      {
        width: element.clientWidth,
        height,
        padding: [6, 8, drawing.axes?.[0]?.show ? 0 : 8, 0],
        legend: { show: false },
        // What is dragged over is shown by the chart; its time becomes the filter.
        cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
        // Dates are UTC, as everywhere.
        tzDate: (at) => Plot.tzDate(new Date(at * 1000), 'Etc/UTC'),
        scales: {
          // A bar begins at its time, so the last one needs room after it.
          x: { range: (_plot, min, max) => [min, max + barLength(data)] },
          y: { range: (_plot, _min, max) => [0, Math.max(1, max)] },
        },
        ...options,
      },
      data,
      element,
    );
    followPointer(plot, () => latest.current);
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [drawing, height]);
  return (
    <div
      ref={place}
      className={styles.canvas}
      role="img"
      aria-label={`Chart: ${label}. The table view has its numbers.`}
    />
  );
}

/** Seconds from one bar to the next. */
function barLength([times]: Plot.AlignedData): number {
  return (times[1] ?? 0) - (times[0] ?? 0);
}

function bars(): Plot.Series.PathBuilder {
  const build = Plot.paths.bars;
  if (!build) throw new Error('the chart library has no bars');
  return build({ size: [0.82, 32], align: 1 });
}

function filled(colour: string): Plot.Series {
  return { paths: bars(), fill: colour, width: 0, points: { show: false } };
}

/** The shapes match the icons of the verdicts, so that the bars can be distinguished without colour. */
function outlined({ unknown, canvas }: ChartColours): Plot.Series {
  return { paths: bars(), fill: canvas, stroke: unknown, width: 1.5, points: { show: false } };
}

function hatched({ warn, canvas }: ChartColours): Plot.Series {
  return { paths: bars(), fill: () => hatching(warn, canvas), width: 0, points: { show: false } };
}

function hatching(colour: string, ground: string): CanvasPattern | string {
  const size = 6 * devicePixelRatio;
  const tile = new OffscreenCanvas(size, size);
  const draw = tile.getContext('2d');
  if (!draw) return colour;
  draw.fillStyle = ground;
  draw.fillRect(0, 0, size, size);
  draw.strokeStyle = colour;
  draw.lineWidth = size / 2.6;
  for (const shift of [-size, 0, size]) {
    draw.beginPath();
    draw.moveTo(shift - size / 4, size * 1.25);
    draw.lineTo(shift + size * 1.25, -size / 4);
    draw.stroke();
  }
  return draw.createPattern(tile, 'repeat') ?? colour;
}

function axes({ faint, line }: ChartColours, time: boolean): Plot.Axis[] {
  const common = { stroke: faint, font: FONT, ticks: { show: false } };
  return [
    { ...common, show: time, size: 28, gap: 6, space: 88, grid: { show: false }, values: dayNames },
    {
      ...common,
      size: AXIS,
      space: time ? 36 : 30,
      incrs: INTEGERS,
      grid: { stroke: line, width: 1 },
      values: (_plot, values) => values.map(short),
    },
  ];
}

/** Steps of an axis of counts. */
const INTEGERS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power))
  .sort((a, b) => a - b);

const DAY_NAME = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const MONTH_NAME = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const DAY_SECONDS = 86_400;

function dayNames(_plot: Plot, values: number[], _axis: number, _space: number, step: number): string[] {
  const [first = 0] = values;
  const last = values.at(-1) ?? first;
  const format = step < DAY_SECONDS ? CLOCK : last - first > 10 * DAY_SECONDS ? MONTH_NAME : DAY_NAME;
  return values.map((at) => format.format(at * 1000));
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact' });

function short(count: number): string {
  return SHORT.format(count).toLowerCase();
}

function drawActivations(plot: Plot, activations: readonly Activation[], { text, faint }: ChartColours): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = faint;
  ctx.fillStyle = text;
  ctx.font = FONT.replace('12px', `${12 * devicePixelRatio}px`);
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { at, version } of activations) {
    const x = Math.round(plot.valToPos(at / 1000, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const label = `Version ${version} activated`;
    const fits = x - ctx.measureText(label).width - 6 * devicePixelRatio > bbox.left;
    ctx.textAlign = fits ? 'right' : 'left';
    ctx.fillText(label, x + (fits ? -6 : 6) * devicePixelRatio, bbox.top + 10 * devicePixelRatio);
  }
  ctx.restore();
}
