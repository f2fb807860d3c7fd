import type { Language } from "./theme.ts";

/** The languages after English, in the order of the lists below. Keep in step with library/kit/words.typ. */
const OTHERS: readonly string[] = ["de", "fr", "es", "it", "nl", "pt", "pl", "sv", "nb", "da", "fi"];

/**
 * What documents are called in each language: by the English words before the first hole of a template's title, or by the
 * whole of it where words stand between holes.
 */
// biome-ignore format: one line a title, as words.typ has it
const TITLES: Record<string, readonly string[]> = {
  "Business card": ["Visitenkarte", "Carte de visite", "Tarjeta de visita", "Biglietto da visita", "Visitekaartje", "Cartão de visita", "Wizytówka", "Visitkort", "Visittkort", "Visitkort", "Käyntikortti"],
  Cancellation: ["Kündigung", "Résiliation", "Cancelación", "Disdetta", "Opzegging", "Cancelamento", "Wypowiedzenie umowy", "Uppsägning", "Oppsigelse", "Opsigelse", "Irtisanominen"],
  Certificate: ["Urkunde", "Certificat", "Certificado", "Attestato", "Certificaat", "Certificado", "Dyplom", "Diplom", "Diplom", "Diplom", "Todistus"],
  "Class list": ["Klassenliste", "Liste de classe", "Lista de clase", "Elenco della classe", "Klassenlijst", "Lista da turma", "Lista klasy", "Klasslista", "Klasseliste", "Klasseliste", "Luokkalista"],
  Consent: ["Einwilligung", "Autorisation", "Autorización", "Consenso", "Toestemming", "Autorização", "Zgoda", "Samtycke", "Samtykke", "Samtykke", "Suostumus"],
  "Cover letter": ["Anschreiben", "Lettre de motivation", "Carta de presentación", "Lettera di presentazione", "Motivatiebrief", "Carta de apresentação", "List motywacyjny", "Personligt brev", "Søknadsbrev", "Ansøgning", "Hakemuskirje"],
  "Curriculum vitae": ["Lebenslauf", "Curriculum vitae", "Currículum", "Curriculum vitae", "Curriculum vitae", "Curriculum vitae", "Curriculum vitae", "Meritförteckning", "CV", "CV", "Ansioluettelo"],
  "Day planner": ["Tagesplan", "Planning du jour", "Plan del día", "Piano del giorno", "Dagplanner", "Plano do dia", "Plan dnia", "Dagsplanering", "Dagsplan", "Dagsplan", "Päiväsuunnitelma"],
  "Expense report": ["Spesenabrechnung", "Note de frais", "Hoja de gastos", "Nota spese", "Onkostendeclaratie", "Relatório de despesas", "Rozliczenie wydatków", "Utläggsredovisning", "Utleggsskjema", "Udlægsbilag", "Kulukorvaus"],
  "Habit tracker": ["Gewohnheiten", "Suivi d’habitudes", "Registro de hábitos", "Registro delle abitudini", "Gewoontetracker", "Registo de hábitos", "Dziennik nawyków", "Vanedagbok", "Vanedagbok", "Vanedagbog", "Tapaseuranta"],
  Handover: ["Übergabeprotokoll", "État des lieux", "Acta de entrega", "Verbale di consegna", "Opleveringsverslag", "Auto de entrega", "Protokół zdawczo-odbiorczy", "Överlämning", "Overtakelse", "Overdragelse", "Luovutus"],
  "Incident report": ["Vorfallbericht", "Rapport d’incident", "Informe de incidente", "Rapporto di incidente", "Incidentrapport", "Relatório de incidente", "Raport ze zdarzenia", "Händelserapport", "Hendelsesrapport", "Hændelsesrapport", "Tapausraportti"],
  "Inspection report": ["Prüfbericht", "Rapport d’inspection", "Informe de inspección", "Rapporto di ispezione", "Inspectierapport", "Relatório de inspeção", "Raport z kontroli", "Besiktningsrapport", "Befaringsrapport", "Eftersynsrapport", "Tarkastusraportti"],
  Invitation: ["Einladung", "Invitation", "Invitación", "Invito", "Uitnodiging", "Convite", "Zaproszenie", "Inbjudan", "Invitasjon", "Invitation", "Kutsu"],
  Invoice: ["Rechnung", "Facture", "Factura", "Fattura", "Factuur", "Fatura", "Faktura", "Faktura", "Faktura", "Faktura", "Lasku"],
  "Laboratory report": ["Laborbericht", "Rapport d’analyse", "Informe de laboratorio", "Rapporto di laboratorio", "Laboratoriumrapport", "Relatório de laboratório", "Raport laboratoryjny", "Laboratorierapport", "Laboratorierapport", "Laboratorierapport", "Laboratorioraportti"],
  Letter: ["Brief", "Lettre", "Carta", "Lettera", "Brief", "Carta", "List", "Brev", "Brev", "Brev", "Kirje"],
  "Loan agreement": ["Leihvertrag", "Contrat de prêt", "Contrato de préstamo", "Contratto di comodato", "Bruikleenovereenkomst", "Contrato de empréstimo", "Umowa użyczenia", "Låneavtal", "Låneavtale", "Låneaftale", "Lainasopimus"],
  "Meal plan": ["Essensplan", "Plan de repas", "Plan de comidas", "Piano dei pasti", "Weekmenu", "Plano de refeições", "Jadłospis", "Matsedel", "Ukemeny", "Madplan", "Ruokalista"],
  "Month planner": ["Monatsplan", "Planning du mois", "Plan del mes", "Piano del mese", "Maandplanner", "Plano do mês", "Plan miesiąca", "Månadsplanering", "Månedsplan", "Månedsplan", "Kuukausisuunnitelma"],
  Newsletter: ["Rundbrief", "Lettre d’information", "Boletín", "Notiziario", "Nieuwsbrief", "Boletim", "Biuletyn", "Nyhetsbrev", "Nyhetsbrev", "Nyhedsbrev", "Uutiskirje"],
  Poster: ["Plakat", "Affiche", "Cartel", "Manifesto", "Affiche", "Cartaz", "Plakat", "Affisch", "Plakat", "Plakat", "Juliste"],
  "Project plan": ["Projektplan", "Plan de projet", "Plan de proyecto", "Piano di progetto", "Projectplan", "Plano de projeto", "Plan projektu", "Projektplan", "Prosjektplan", "Projektplan", "Projektisuunnitelma"],
  Quote: ["Angebot", "Devis", "Presupuesto", "Preventivo", "Offerte", "Orçamento", "Oferta", "Offert", "Tilbud", "Tilbud", "Tarjous"],
  Receipt: ["Quittung", "Reçu", "Recibo", "Ricevuta", "Kassabon", "Recibo", "Paragon", "Kvitto", "Kvittering", "Kvittering", "Kuitti"],
  Reference: ["Empfehlung", "Recommandation", "Recomendación", "Referenza", "Aanbeveling", "Recomendação", "Referencje", "Referens", "Attest", "Anbefaling", "Suositus"],
  Reminder: ["Mahnung", "Rappel", "Recordatorio", "Sollecito", "Herinnering", "Aviso", "Przypomnienie", "Påminnelse", "Purring", "Rykker", "Muistutus"],
  "Rental agreement": ["Mietvertrag", "Contrat de location", "Contrato de alquiler", "Contratto di locazione", "Huurovereenkomst", "Contrato de arrendamento", "Umowa najmu", "Hyresavtal", "Leieavtale", "Lejekontrakt", "Vuokrasopimus"],
  Resignation: ["Kündigung", "Démission", "Renuncia", "Dimissioni", "Ontslag", "Demissão", "Wypowiedzenie", "Uppsägning", "Oppsigelse", "Opsigelse", "Irtisanoutuminen"],
  Résumé: ["Lebenslauf", "CV", "Currículum", "Curriculum", "Cv", "Currículo", "CV", "CV", "CV", "CV", "Ansioluettelo"],
  Statement: ["Honorarnote", "Note d’honoraires", "Minuta de honorarios", "Parcella", "Declaratie", "Nota de honorários", "Rachunek", "Räkning", "Regning", "Regning", "Lasku"],
  "Study plan": ["Lernplan", "Plan de révision", "Plan de estudio", "Piano di studio", "Studieplanner", "Plano de estudo", "Plan nauki", "Studieplan", "Studieplan", "Studieplan", "Opiskelusuunnitelma"],
  "Thank you": ["Danke", "Merci", "Gracias", "Grazie", "Bedankt", "Obrigado", "Dziękujemy", "Tack", "Takk", "Tak", "Kiitos"],
  Timesheet: ["Stundenzettel", "Feuille de temps", "Hoja de horas", "Foglio ore", "Urenstaat", "Folha de horas", "Karta czasu pracy", "Tidrapport", "Timeliste", "Timeseddel", "Tuntilista"],
  Timetable: ["Stundenplan", "Emploi du temps", "Horario", "Orario", "Lesrooster", "Horário", "Plan lekcji", "Schema", "Timeplan", "Skoleskema", "Lukujärjestys"],
  "Wedding of {} and {}": ["Hochzeit von {} und {}", "Mariage de {} et {}", "Boda de {} y {}", "Matrimonio di {} e {}", "Bruiloft van {} en {}", "Casamento de {} e {}", "Ślub: {} i {}", "Bröllop: {} och {}", "Bryllup: {} og {}", "Bryllup: {} og {}", "Häät: {} ja {}"],
  "Week planner": ["Wochenplan", "Planning de la semaine", "Plan de la semana", "Piano della settimana", "Weekplanner", "Plano da semana", "Plan tygodnia", "Veckoplanering", "Ukeplan", "Ugeplan", "Viikkosuunnitelma"],
  Worksheet: ["Arbeitsblatt", "Fiche d’exercices", "Hoja de ejercicios", "Scheda di esercizi", "Werkblad", "Ficha de trabalho", "Karta pracy", "Arbetsblad", "Arbeidsark", "Arbejdsark", "Tehtävämoniste"],
  "Year planner": ["Jahresplan", "Planning de l’année", "Plan del año", "Piano dell’anno", "Jaarplanner", "Plano do ano", "Plan roku", "Årsplanering", "Årsplan", "Årsplan", "Vuosisuunnitelma"],
};

const HOLE = /\{[^}]*\}/g;

/** "Invoice {number}" in the document's language: "Rechnung {number}". Words it doesn't know stay as they are. */
export function titleIn(pattern: string, language: Language | undefined): string {
  const place = OTHERS.indexOf(language?.split("-")[0] ?? "");
  if (place < 0) return pattern;
  const holes = pattern.match(HOLE) ?? [];
  const whole = TITLES[pattern.replace(HOLE, "{}")]?.[place];
  if (whole !== undefined) return holes.reduce((title, hole) => title.replace("{}", () => hole), whole);
  const [words = ""] = pattern.split("{");
  const said = TITLES[words.trim()]?.[place];
  return said === undefined ? pattern : said + pattern.slice(words.trimEnd().length);
}
