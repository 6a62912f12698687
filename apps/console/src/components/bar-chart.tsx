import { type PointerEvent, useState } from 'react';
import { formatNumber, formatShort } from '../format.ts';
import styles from './bar-chart.module.css';
import { chooseTicks, findBarIndex, stackValues } from './bar-geometry.ts';
import { niceMaximum } from './nice-maximum.ts';

export interface Bar {
  /** Time of the bar, with its day. */
  readonly label: string;
  /** A value for each series. */
  readonly values: readonly number[];
}

/** Height of the drawing in its own units. */
const HEIGHT = 1000;
const COLORS = [1, 2, 3, 4].map((chart) => `var(--color-chart-${chart})`);

interface ChartProps {
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
  readonly colors: readonly string[];
}

/**
 * Stacked bars, drawn as SVG. Pointing at a bar shows its values; the same figures are in a table for readers that do
 * not see them.
 */
export function BarChart({
  label,
  zone,
  series,
  bars,
  colors = COLORS,
}: Omit<ChartProps, 'colors'> & {
  readonly label: string;
  /** Time zone of the labels, as in "UTC". */
  readonly zone: string;
  readonly colors?: readonly string[];
}) {
  const maximum = niceMaximum(Math.max(0, ...bars.map(({ values }) => sum(values))));
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {[maximum, maximum / 2, 0].map((value) => (
          <span key={value}>{formatShort(value)}</span>
        ))}
      </div>
      <Plot series={series} bars={bars} colors={colors} maximum={maximum} />
      <div className={styles.ticks} aria-hidden="true">
        {chooseTicks(bars.length).map((index) => (
          <span key={index}>{bars[index]?.label}</span>
        ))}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {series.map((name, at) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: colors[at] }} />
            {name}
          </li>
        ))}
        <li className={styles.zone}>Time zone: {zone}</li>
      </ul>
      <FiguresTable label={`${label}, time zone ${zone}`} series={series} bars={bars} />
    </figure>
  );
}

function Plot({ series, bars, colors, maximum }: ChartProps & { readonly maximum: number }) {
  const [pointed, setPointed] = useState<number>();
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(findBarIndex(clientX - left, { width, count: bars.length }));
  };
  const bar = pointed === undefined ? undefined : bars[pointed];
  return (
    <div
      className={styles.plot}
      aria-hidden="true"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      <svg
        aria-hidden="true"
        className={styles.drawing}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {[0, 0.5, 1].map((share) => (
          <path key={share} className={styles.line} d={`M0 ${share * HEIGHT}H${bars.length}`} />
        ))}
        {bars.map(({ label, values }, index) => (
          <g key={label}>
            {index === pointed ? (
              <rect className={styles.pointed} x={index} y={0} width={1} height={HEIGHT} />
            ) : null}
            {stackValues(values, maximum, HEIGHT).map(({ from, height, at }) => (
              <rect key={at} x={index + 0.12} y={from} width={0.76} height={height} fill={colors[at]} />
            ))}
          </g>
        ))}
      </svg>
      {bar === undefined || pointed === undefined ? null : (
        <div
          className={styles.values}
          data-side={pointed < bars.length / 2 ? 'right' : 'left'}
          style={{ insetInlineStart: `${((pointed + 0.5) / bars.length) * 100}%` }}
        >
          <strong>{bar.label}</strong>
          {series.map((name, at) => (
            <div key={name} className={styles.value}>
              <span className={styles.swatch} style={{ background: colors[at] }} />
              {name} <span>{formatNumber(bar.values[at] ?? 0)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function FiguresTable({
  label,
  series,
  bars,
}: {
  readonly label: string;
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
}) {
  return (
    <table className="visually-hidden">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            {series.map((name, at) => (
              <td key={name}>{formatNumber(bar.values[at] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
