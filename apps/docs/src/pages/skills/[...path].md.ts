/** The skills, each in the folder of its name, as agents install them. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { skills } from '../../skills.ts';

export const getStaticPaths = (() =>
  skills.map(({ name, text }) => ({
    params: { path: `${name}/SKILL` },
    props: { text },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) =>
  new Response(props.text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
