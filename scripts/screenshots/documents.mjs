// Documents of the busy person in the screenshots, oldest change first; the last one has an empty field.
const DOCUMENTS = [
  {
    of: "/posters/neap",
    title: "Low Tide, the concert in the old harbour with the Ferris Ankar Quartet",
    data: {
      title: "Spring\nTide",
      date: "2027-03-20",
      time: "20:00",
      venue: "Net Loft",
      town: "Larnes",
      price: "180 kr",
      acts: ["Marit Osei, solo cello", "The Slipway Choir", "Blue Heron"],
      note: "Doors at half past seven. Bring something warm.",
    },
  },
  {
    of: "/planners/prism",
    title: "Week 47",
    data: {
      week: "2026-11-16",
      name: "Noor Halvorsen",
      focus: "Hang the show, open the doors",
      entries: [
        { day: "monday", text: "captions to the printer" },
        { day: "monday", time: "14:00", text: "call Wilma" },
        { day: "tuesday", text: "frames arrive, both vans" },
        { day: "wednesday", text: "hang room 2" },
        { day: "thursday", time: "16:00", text: "lights, with Emeka" },
        { day: "friday", time: "18:00", text: "opening" },
        { day: "sunday", text: "nothing at all" },
      ],
    },
  },
  {
    of: "/business-cards/arc",
    title: "Cards for the opening",
    data: {
      name: "Noor Halvorsen",
      profession: "Exhibition designer",
      company: "Field & Frame",
      phone: "+47 555 01 882",
      email: "noor@halvorsen.example",
    },
  },
  {
    of: "/letters/plover",
    title: "Letter to the trustees",
    data: {
      from: { name: "Field & Frame", emblem: "bird", address: "Brugata 14, 0186 Tønsvik" },
      to: { name: "Ms. Helena Tarrow", address: "4 Custom House Row\nPort Carrow" },
      date: "2026-11-09",
      subject: "The boathouse",
      greeting: "Dear Ms. Tarrow,",
      body: "Thank you for the keys. We have measured both floors, and the walls are straighter than anybody promised.\n\nThe drawings follow on Friday: one plan for each floor, and one for the slipway, which stays open at high water.\n\nWe would like to keep the old doors. They are not good doors, but they are the ones in the photographs.",
      closing: "With kind regards,",
      signer: "Noor Halvorsen",
      role: "Exhibition designer",
    },
  },
  {
    of: "/resumes/margin",
    title: "Resume, autumn 2026",
    data: {
      name: "Noor Halvorsen",
      profession: "Exhibition designer",
      email: "noor@halvorsen.example",
      phone: "+47 555 01 882",
      town: "Larnes",
      profile: "Designs rooms that explain things. Calm with builders, strict with captions.",
      work: [
        {
          title: "Lead designer",
          place: "Solberg Kunsthall",
          years: "2021 to now",
          text: "Nine exhibitions, four of them touring, with a wall system that three other houses now use.",
        },
        {
          title: "Senior designer",
          place: "Tidemark Studio",
          years: "2017 to 2021",
          text: "“Salt”, “The Long Winter” and the galleries of the Larnes Maritime Museum.",
        },
      ],
      education: [{ title: "MA Spatial design", place: "Academy of Arts, Brenholm", years: "2015" }],
      languages: "Norwegian, English, German",
    },
  },
  {
    of: "/invoices/quarto",
    title: "Nordlys, invoice for November",
    data: {
      issued: "2026-11-03",
      due: "2026-11-17",
      project: "“Nordlys” exhibition, signage and print",
      from: { name: "Field & Frame", address: "Brugata 14\n0186 Tønsvik", tax_id: "NO 914 227 603 MVA" },
      to: { name: "Solberg Kunsthall", attention: "Ingrid Vassmo", address: "Havnegata 3\n4608 Larnes" },
      currency: "NOK",
      unit: "Hours",
      items: [
        {
          description: "Wayfinding system",
          detail: "Floor plans and 22 signs",
          quantity: "48",
          price: "1150",
        },
        {
          description: "Catalogue, 96 pages",
          detail: "Layout and two proofs",
          quantity: "62",
          price: "1150",
        },
        { description: "Opening poster, A1", quantity: "11", price: "1150" },
        { description: "Press check", quantity: "6", price: "1150" },
      ],
      tax_rate: "25",
      payment: { account: "1503 44 20917" },
    },
  },
];

/**
 * Creates them and returns the editor path of the last one. Skips templates that the library doesn't have.
 */
export async function makeDocuments(post, userId, templates) {
  let path;
  for (const [place, { of, title, data }] of DOCUMENTS.entries()) {
    const template = templates.find(({ url }) => url === of);
    if (!template) continue;
    const answer = await post("items/documents", { templates_id: template.id, title, data });
    if (!answer.ok) throw new Error(`No document of ${of}: ${answer.status} ${await answer.text()}`);
    const { id } = (await answer.json()).data;
    path = `${of}/use?document=${id}`;
    for (const action of place % 2 ? ["created", "exported"] : ["created"])
      await post("items/history", {
        user_id: userId,
        action,
        title,
        documents_id: id,
        template_id: [{ templates_id: template.id }],
      });
  }
  return path;
}
