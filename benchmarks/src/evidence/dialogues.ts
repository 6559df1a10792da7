import type { Question, VaultFile } from "./question-set.js";

// Talks as people have them: short turns, answers that need the turn before, names that come again. Written for this benchmark.

interface Talk {
  readonly title: string;
  readonly turns: readonly string[];
  /** A question, and the turn that answers it. */
  readonly questions: readonly (readonly [question: string, turn: number, answer: string])[];
}

const TALKS: readonly Talk[] = [
  {
    title: "Talk 1 Mira and Jonas",
    turns: [
      "Mira: Hey Jonas, long time no see! How was the move?",
      "Jonas: Exhausting. The lift in the new building broke on the very first day.",
      "Mira: Oh no. Which floor are you on?",
      "Jonas: The sixth. I carried the aquarium up by hand.",
      "Mira: You still have the two turtles?",
      "Jonas: Just one now. My sister took Bruno, I kept Agatha.",
      "Mira: And work? Are you still at the bakery?",
      "Jonas: No, I quit in March. I'm training to be a train driver.",
      "Mira: Really? How long does that take?",
      "Jonas: Eleven months, with an exam every six weeks.",
      "Mira: My news is smaller: I finally finished the quilt for my grandmother.",
      "Jonas: The one with the lighthouses?",
      "Mira: Yes! It took me three winters. She cried when she saw it.",
      "Jonas: I want to see a picture.",
      "Mira: I'll bring it on Saturday. Shall we meet at the botanical garden?",
      "Jonas: The café there is closed on Saturdays. Let's take the one by the canal.",
    ],
    questions: [
      ["What does Jonas train to become?", 7, "train driver"],
      ["How long does Jonas's training take?", 9, "Eleven months"],
      ["Which turtle did Jonas keep?", 5, "Agatha"],
      ["What did Mira make for her grandmother?", 10, "quilt"],
      ["On which floor does Jonas live?", 3, "sixth"],
      ["Where will Mira and Jonas meet on Saturday?", 15, "canal"],
    ],
  },
  {
    title: "Talk 2 Priya and Tom",
    turns: [
      "Priya: Did you hear back from the marathon people?",
      "Tom: Yes, I got a place! Number 4417.",
      "Priya: Congratulations! When is it?",
      "Tom: The second Sunday in October.",
      "Priya: So you have to give up climbing for a while?",
      "Tom: My coach says once a week is fine, as long as I skip the overhangs.",
      "Priya: Speaking of coaches, I started cello lessons.",
      "Tom: Since when do you play the cello?",
      "Priya: Since two weeks ago. My neighbour Mr. Okafor lent me his old one.",
      "Tom: What did he want for it?",
      "Priya: Nothing, only that I water his tomatoes when he's in Lagos.",
      "Tom: That's kind. How does it sound?",
      "Priya: Like a door. But I can already play half of a lullaby.",
      "Tom: Play it at my birthday!",
      "Priya: In three weeks? Never. Maybe at New Year.",
      "Tom: Deal. I'll hold you to it.",
    ],
    questions: [
      ["When is Tom's marathon?", 3, "October"],
      ["Who lent Priya a cello?", 8, "Okafor"],
      ["What does Priya do in return for the cello?", 10, "tomatoes"],
      ["What is Tom's number in the marathon?", 1, "4417"],
      ["How often may Tom go climbing?", 5, "once a week"],
      ["What can Priya already play?", 12, "lullaby"],
    ],
  },
  {
    title: "Gespräch 3 Lena und Karim",
    turns: [
      "Lena: Na, wie war der Urlaub?",
      "Karim: Verregnet, aber schön. Wir waren auf Rügen.",
      "Lena: Im Zelt?",
      "Karim: Die ersten drei Nächte. Dann sind wir in eine Pension in Binz gezogen.",
      "Lena: Und dein Knie?",
      "Karim: Viel besser. Die Ärztin meint, im August darf ich wieder Fußball spielen.",
      "Lena: Super. Bei uns hat der Hund das Sofa gefressen.",
      "Karim: Der kleine Dackel?",
      "Lena: Genau, Waldemar. Jetzt sitzen wir auf Gartenstühlen.",
      "Karim: Ich habe noch einen Sessel im Keller, den kannst du haben.",
      "Lena: Wirklich? Welche Farbe?",
      "Karim: Senfgelb. Schön ist er nicht.",
      "Lena: Egal. Ich hole ihn am Donnerstag mit dem Lastenrad.",
      "Karim: Dann koche ich uns Linsensuppe.",
    ],
    questions: [
      ["Wo war Karim im Urlaub?", 1, "Rügen"],
      ["Wie heißt Lenas Hund?", 8, "Waldemar"],
      ["Wann darf Karim wieder Fußball spielen?", 5, "August"],
      ["Welche Farbe hat der Sessel?", 11, "Senfgelb"],
      ["Womit holt Lena den Sessel?", 12, "Lastenrad"],
    ],
  },
  {
    title: "Talk 4 Ana and Wei",
    turns: [
      "Ana: How is the documentary coming along?",
      "Wei: Slowly. We lost two days because of the sandstorm.",
      "Ana: Where are you shooting again?",
      "Wei: Near Dunhuang, at the edge of the Gobi.",
      "Ana: And the camels?",
      "Wei: Patient, unlike our producer.",
      "Ana: Ha. Did Felipe send you the music?",
      "Wei: He sent a sketch with a duduk and a lot of silence. I love it.",
      "Ana: I'm glad. I finished translating the interviews yesterday.",
      "Wei: All forty?",
      "Ana: Thirty-eight. Two of the recordings were unusable.",
      "Wei: Which ones?",
      "Ana: The well digger and the postman. There was too much wind.",
      "Wei: I can go back to the postman on Monday.",
      "Ana: Please take the small microphone this time.",
      "Wei: It is in the yellow case, I promise.",
    ],
    questions: [
      ["Where is Wei's documentary shot?", 3, "Dunhuang"],
      ["Which instrument is in Felipe's sketch?", 7, "duduk"],
      ["How many interviews did Ana translate?", 10, "Thirty-eight"],
      ["Whose recordings were unusable?", 12, "postman"],
      ["Why did the crew lose two days?", 1, "sandstorm"],
    ],
  },
];

export function dialogueFiles(): readonly VaultFile[] {
  const encoder = new TextEncoder();
  return TALKS.map(({ title, turns }) => ({
    path: `${title}.md`,
    bytes: encoder.encode(`# ${title}\n\n${turns.join("\n\n")}\n`),
  }));
}

export function dialogueQuestions(): readonly Question[] {
  return TALKS.flatMap(({ title, turns, questions }, talk) =>
    questions.map(([question, turn, answer], at) => ({
      id: `talk-${talk}-${at}`,
      question,
      answers: [answer],
      evidence: [{ title, paragraph: turns[turn]! }],
    })),
  );
}
